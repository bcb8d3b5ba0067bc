export declare const fault: string;
export declare const form: string;
export declare const name: string;
export declare const note: string;
export declare const rows: string;
export declare const scope: string;
export declare const scopes: string;
export declare const secret: string;
