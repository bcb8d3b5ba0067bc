export declare const narrow: string;
export declare const templates: string;
