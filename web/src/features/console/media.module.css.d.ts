export declare const decorative: string;
export declare const described: string;
export declare const document: string;
export declare const picture: string;
export declare const thumbnail: string;
export declare const upload: string;
export declare const uploads: string;
