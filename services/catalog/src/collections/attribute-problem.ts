/** One validation error of a request body, as the error response lists it. */
export interface AttributeProblem {
  path: string[];
  message: string;
}
