/** What is wrong with one attribute of a body, as the error body tells it. */
export interface AttributeProblem {
  path: string[];
  message: string;
}
