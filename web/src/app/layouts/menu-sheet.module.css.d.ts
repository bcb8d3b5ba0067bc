export declare const menuSheet: string;
export declare const menuSheetChoices: string;
export declare const menuSheetClose: string;
export declare const menuSheetContent: string;
export declare const menuSheetHead: string;
export declare const menuSheetLinks: string;
