export declare const moneyFault: string;
export declare const moneyKind: string;
export declare const moneyLine: string;
export declare const moneySection: string;
export declare const moneyTable: string;
export declare const moneyWarning: string;
export declare const moneyWide: string;
