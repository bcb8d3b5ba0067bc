/** Cookie that identifies a visitor to the view counter of news. The gateway forwards it only there. */
export const VISITOR_COOKIE = 'vidhi_visitor';

/** Header of a response to a view that counts once it is sent again, with the cookie that the response has set. */
export const VIEW_REPEAT_HEADER = 'x-view-repeat';
