import type { FastifyRequest } from 'fastify'

/** Order matters: most browsers also name older browsers in their user agent. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a session to its owner, such as "Chrome en Windows"; null if unknown. */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return browser && system ? `${browser} en ${system}` : (browser ?? system ?? null)
}

export function deviceOf(request: FastifyRequest): string | null {
  return describeDevice(request.headers['user-agent'] ?? null)
}
