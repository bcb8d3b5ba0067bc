export declare const today: string;
export declare const todayDone: string;
export declare const todayFailure: string;
export declare const todayList: string;
export declare const todayNothing: string;
