// Loaded into a process of a test before its own code (`node --import`). A test that is killed closes nothing, but its
// end of the channel goes with it.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
