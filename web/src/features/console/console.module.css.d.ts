export declare const consoleNav: string;
