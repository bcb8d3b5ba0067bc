export declare const fault: string;
export declare const kind: string;
export declare const line: string;
export declare const section: string;
export declare const table: string;
export declare const warning: string;
