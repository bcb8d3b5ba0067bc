export declare const address: string;
export declare const addresses: string;
export declare const hint: string;
export declare const prefill: string;
export declare const prefillMessage: string;
export declare const state: string;
