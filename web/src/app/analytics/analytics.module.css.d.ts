export declare const analytics: string;
export declare const analyticsButtons: string;
export declare const analyticsLine: string;
