/** Screens of the pictures in the stores, in their order; Google takes 2 to 8, Apple up to 10. */
export const STORE_SCREENS = ['search', 'trip', 'booking', 'wallet', 'publish-route', 'messages']

/**
 * Devices of the pictures, in points and pixels per point:
 * https://support.google.com/googleplay/android-developer/answer/9866151 and
 * https://developer.apple.com/help/app-store-connect/reference/screenshot-specifications
 */
export const STORE_DEVICES = [
  { name: 'google', width: 360, height: 640, deviceScaleFactor: 3 },
  { name: 'iphone', width: 440, height: 956, deviceScaleFactor: 3 },
  { name: 'ipad', width: 1032, height: 1376, deviceScaleFactor: 2 },
]
