/** Cookie that identifies a visitor to the view counter of news. The gateway forwards it only there. */
export const VISITOR_COOKIE = 'vidhi_visitor';
