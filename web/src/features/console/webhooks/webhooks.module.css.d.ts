export declare const event: string;
export declare const events: string;
export declare const fault: string;
export declare const form: string;
export declare const note: string;
export declare const rows: string;
export declare const secret: string;
export declare const tools: string;
