@echo off
rem Starts Coset with the Java runtime that lies beside it.
rem   COSET_JAVA_OPTS   further options for the JVM, separated by spaces
setlocal
set "home=%~dp0.."
"%home%\runtime\bin\java.exe" "-XX:SharedArchiveFile=%home%\app\coset.jsa" -Xshare:auto -Xlog:cds=off ^
  "@%home%\app\jvm.options" --add-modules=jdk.incubator.vector -XX:+UseSerialGC %COSET_JAVA_OPTS% ^
  -cp "%home%\app\coset.jar;%home%\engines\*" dev.coset.cli.Main %*
exit /b %errorlevel%
