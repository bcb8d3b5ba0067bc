export declare const failed: string;
export declare const form: string;
export declare const reply: string;
export declare const side: string;
export declare const tools: string;
export declare const words: string;
