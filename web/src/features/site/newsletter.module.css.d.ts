export declare const newsletter: string;
