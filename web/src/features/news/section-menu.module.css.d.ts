export declare const sectionsList: string;
