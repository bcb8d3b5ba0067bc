export declare const consoleNav: string;
export declare const consoleTable: string;
