// A reporter of vitest that prints each failed test as it fails: the dot reporter names failures at the very end, and a
// run that is killed or times out before would end without a name.

export default class FailureReporter {
  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    const result = testCase.result();
    if (result.state !== 'failed') return;
    const reason = result.errors[0]?.message?.split('\n')[0] ?? 'no error given';
    process.stdout.write(
      `\n  failed: ${testCase.project.name} ${testCase.module.relativeModuleId} > ${testCase.fullName}: ${reason}\n`,
    );
  }
}
