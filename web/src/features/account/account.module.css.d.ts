export declare const login: string;
export declare const loginHint: string;
export declare const loginMessage: string;
export declare const mailedLink: string;
