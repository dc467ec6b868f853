export function runReadmeExample(
  packageDir: string,
  env?: Record<string, string>,
): { status: number | null; stdout: string; stderr: string };
