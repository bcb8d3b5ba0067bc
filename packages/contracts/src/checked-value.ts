/** A value in the shape that is stored, or what is wrong with it. */
export type Checked<Value> = { value: Value; problem?: undefined } | { problem: string; value?: undefined };
