export declare const suggestions: string;
export declare const suggestionsClear: string;
export declare const suggestionsGroup: string;
export declare const suggestionsRemove: string;
