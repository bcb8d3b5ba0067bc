export declare const bookPurchase: string;
export declare const bookPurchaseNotice: string;
export declare const bookPurchasePlaced: string;
export declare const bookPurchaseRows: string;
export declare const bookPurchaseTotal: string;
export declare const paymentTarget: string;
export declare const paymentTargetColumns: string;
export declare const paymentTargetPicture: string;
