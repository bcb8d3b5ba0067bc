export declare const categoryTree: string;
export declare const categoryTreeChildren: string;
