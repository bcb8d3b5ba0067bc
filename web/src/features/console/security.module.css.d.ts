export declare const security: string;
export declare const sessions: string;
