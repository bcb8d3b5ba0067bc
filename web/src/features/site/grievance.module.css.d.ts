export declare const grievance: string;
