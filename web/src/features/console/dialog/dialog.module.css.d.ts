export declare const dialog: string;
export declare const dialogActions: string;
export declare const dialogError: string;
export declare const dialogField: string;
export declare const dialogForm: string;
export declare const dialogHelp: string;
export declare const dialogTitle: string;
