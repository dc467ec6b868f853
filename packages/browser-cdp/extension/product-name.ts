interface BrandVersion {
  brand: string;
  version: string;
}
interface AgentData {
  getHighEntropyValues(hints: string[]): Promise<{ fullVersionList?: BrandVersion[] }>;
}

/** As browsers name themselves over CDP, for example `Chrome/139.0.7258.66`. */
export async function productName(): Promise<string> {
  const { userAgentData } = navigator as unknown as { userAgentData?: AgentData };
  const { fullVersionList = [] } = (await userAgentData?.getHighEntropyValues(["fullVersionList"])) ?? {};
  // The list also holds a made-up brand, and Chromium beside the brand that is built on it.
  const real = fullVersionList.filter(({ brand }) => !/not.*brand/i.test(brand));
  const named = real.find(({ brand }) => brand !== "Chromium") ?? real[0];
  return named ? `${named.brand.replace(/^(Google|Microsoft) /, "")}/${named.version}` : "Chromium";
}
