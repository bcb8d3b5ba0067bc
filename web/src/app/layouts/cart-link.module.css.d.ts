export declare const cartLink: string;
export declare const cartLinkCount: string;
export declare const cartLinkText: string;
