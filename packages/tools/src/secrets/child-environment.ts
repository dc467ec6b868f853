/** Names of variables that hold secrets as a rule. */
const SECRET_NAME =
  /((^|_)(KEY|KEY_ID|APIKEY|TOKEN|AUTHTOKEN|PAT|SECRET|SECRET_KEY_BASE|PASS|PASSPHRASE|CREDENTIALS?)|PASSWORD|PASSWD|_PWD|SSHPASS)$/i;

/**
 * The environment for code that a model wrote: without variables whose names look like secrets, with the secrets
 * that the user has put at its disposal.
 */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  secrets: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const plain = Object.entries(env).filter(([name]) => !SECRET_NAME.test(name));
  return { ...Object.fromEntries(plain), ...secrets };
}
