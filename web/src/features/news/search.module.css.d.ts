export declare const author: string;
export declare const authorLinks: string;
export declare const authorPicture: string;
export declare const excerpt: string;
export declare const hints: string;
export declare const others: string;
export declare const subject: string;
export declare const subjects: string;
