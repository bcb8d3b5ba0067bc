export declare const savedList: string;
export declare const textButton: string;
