export declare const privacyNotice: string;
export declare const signupGrid: string;
export declare const signupIncomplete: string;
export declare const signupLink: string;
export declare const signupNumber: string;
export declare const signupPaper: string;
export declare const signupStep: string;
