export declare const article: string;
export declare const articleTools: string;
export declare const articleToolsSaid: string;
export declare const contents: string;
export declare const contentsBelow: string;
export declare const progress: string;
export declare const share: string;
export declare const shareTitle: string;
