export declare const buttons: string;
export declare const column: string;
export declare const layout: string;
export declare const links: string;
export declare const moves: string;
export declare const problem: string;
export declare const row: string;
