export declare const photo: string;
export declare const side: string;
export declare const values: string;
export declare const warnings: string;
export declare const words: string;
