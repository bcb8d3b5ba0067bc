/** Names a visitor to the view counter of news; the gateway passes it there and nowhere else. */
export const VISITOR_COOKIE = 'vidhi_visitor';
