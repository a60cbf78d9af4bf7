import type { CapacitorConfig } from '@capacitor/cli'

/** The built web is inside the app (`webDir`); no code is loaded from a server (decision 47). */
export default {
  appId: 'co.cupo.app',
  appName: 'Cupo',
  webDir: 'www',
  // User agent by which the web knows that it runs inside the app (web/lib/native-wrapper.ts).
  appendUserAgent: 'CupoApp/1.0',
  loggingBehavior: 'debug',
  backgroundColor: '#fbf8f1',
  android: { allowMixedContent: false, webContentsDebuggingEnabled: false },
  ios: { contentInset: 'never', limitsNavigationsToAppBoundDomains: false },
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  plugins: {
    SplashScreen: { launchAutoHide: false, launchFadeOutDuration: 150 },
  },
} satisfies CapacitorConfig
