export declare const card: string;
export declare const month: string;
export declare const months: string;
export declare const page: string;
export declare const register: string;
