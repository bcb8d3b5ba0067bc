export declare const calendarBar: string;
export declare const calendarColumns: string;
export declare const calendarDay: string;
export declare const calendarDrafts: string;
export declare const calendarGap: string;
export declare const calendarKind: string;
export declare const calendarMonth: string;
export declare const calendarNumber: string;
