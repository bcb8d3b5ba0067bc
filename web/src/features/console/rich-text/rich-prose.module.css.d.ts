export declare const richProse: string;
