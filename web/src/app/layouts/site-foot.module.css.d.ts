export declare const foot: string;
export declare const footAbout: string;
export declare const footInner: string;
export declare const footLinks: string;
export declare const footName: string;
export declare const footNote: string;
