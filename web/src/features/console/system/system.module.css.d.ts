export declare const name: string;
export declare const note: string;
export declare const problem: string;
export declare const problems: string;
export declare const rows: string;
export declare const section: string;
export declare const title: string;
