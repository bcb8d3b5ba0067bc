// Preloaded into child processes of tests (`node --import`). Ends the process when its IPC channel to the test closes,
// which also happens when the test is killed.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
