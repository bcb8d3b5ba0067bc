export declare const templates: string;
