export declare const purchase: string;
export declare const purchaseLines: string;
export declare const purchaseNote: string;
export declare const purchaseTotal: string;
export declare const stages: string;
export declare const stagesAbout: string;
export declare const stagesName: string;
export declare const stagesReached: string;
