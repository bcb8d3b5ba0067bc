export declare const preferences: string;
export declare const subscription: string;
export declare const subscriptionDone: string;
export declare const subscriptionFailure: string;
