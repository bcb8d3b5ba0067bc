import { JSON_POLICY, trustedPolicy } from '../browser/trusted-types.ts';

const policy = /* @__PURE__ */ trustedPolicy(JSON_POLICY, {
  createScript(json: string) {
    JSON.parse(json);
    return json;
  },
});

/** Writes JSON into a script element of a data type. Throws for anything that is not JSON, as only data may become a script. */
export function writeJsonScript(script: HTMLScriptElement, json: string): void {
  script.text = policy.createScript(json);
}
