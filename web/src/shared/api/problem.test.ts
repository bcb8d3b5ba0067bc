import { expect, it } from 'vitest';
import { fieldErrors, isProblem, problemOf } from './problem.ts';

const body = {
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: '2 errors occurred',
    details: {
      errors: [
        { path: ['data', 'Title'], message: 'Title must be defined.', name: 'ValidationError' },
        { path: ['email'], message: 'email must be a valid email', name: 'ValidationError' },
        { path: ['email'], message: 'a second one', name: 'ValidationError' },
      ],
    },
  },
};

it('has code, message and the first message of each field', () => {
  const problem = problemOf(400, body);
  expect(problem).toEqual({
    status: 400,
    code: 'ValidationError',
    message: '2 errors occurred',
    fields: { 'data.Title': 'Title must be defined.', email: 'email must be a valid email' },
  });
  expect(fieldErrors(problem, ['Title', 'email', 'mobile'])).toEqual({
    Title: 'Title must be defined.',
    email: 'email must be a valid email',
  });
});

it.each([null, 'text', {}, { error: null }, { error: { details: { errors: [null, {}] } } }])(
  'is created from the body %j',
  (odd) => {
    expect(problemOf(502, odd)).toEqual({ status: 502, code: '', message: 'The request failed', fields: {} });
  },
);

it('is distinguished from other errors', () => {
  expect([isProblem(new Error('x')), fieldErrors(new Error('x'), ['email'])]).toEqual([false, {}]);
});
