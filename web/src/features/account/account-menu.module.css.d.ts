export declare const accountMenu: string;
export declare const accountMenuInitial: string;
export declare const accountMenuText: string;
export declare const accountPanel: string;
export declare const accountPanelName: string;
export declare const sessionLoss: string;
