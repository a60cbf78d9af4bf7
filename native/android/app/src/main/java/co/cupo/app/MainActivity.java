package co.cupo.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
